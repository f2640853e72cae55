from ludothek.cli import main

main()
