BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	seat SMALLINT, 
	text TEXT NOT NULL, 
	note TEXT NOT NULL, 
	person VARCHAR(32), 
	client VARCHAR(64), 
	at BIGINT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',1,'join',0,'Anna','yZYR9gInRc-NKR6PEKtKkg','p_vakTVIV14iUi7G14EE1_',NULL,1794871692742);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',2,'join',1,'Anna 2','m-2-dyU7jdNYSHanpy4EIg','p_vakTVIV14iUi7G14EE1_',NULL,1794871692742);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',3,'start',NULL,'','',NULL,NULL,1794871692742);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',4,'move',0,'2','','p_vakTVIV14iUi7G14EE1_','c0',1794871692776);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',5,'move',1,'1','','p_vakTVIV14iUi7G14EE1_','c1',1794871692784);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',6,'move',0,'3','','p_vakTVIV14iUi7G14EE1_','c2',1794871692796);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',7,'move',1,'-','','p_vakTVIV14iUi7G14EE1_','c3',1794871692816);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',8,'move',1,'x0','','p_vakTVIV14iUi7G14EE1_','c4',1794871692824);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',9,'move',0,'4','','p_vakTVIV14iUi7G14EE1_','c5',1794871692830);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',10,'move',1,'1','','p_vakTVIV14iUi7G14EE1_','c6',1794871692836);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',11,'move',0,'2','','p_vakTVIV14iUi7G14EE1_','c7',1794871692841);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',12,'move',1,'4','','p_vakTVIV14iUi7G14EE1_','c8',1794871692847);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',13,'move',0,'-','','p_vakTVIV14iUi7G14EE1_','c9',1794871692879);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',14,'move',1,'4','','p_vakTVIV14iUi7G14EE1_','c10',1794871692884);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',15,'move',0,'x1','','p_vakTVIV14iUi7G14EE1_','c11',1794871692892);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',16,'move',0,'1','','p_vakTVIV14iUi7G14EE1_','c12',1794871692907);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',17,'move',1,'2','','p_vakTVIV14iUi7G14EE1_','c13',1794871692912);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',18,'move',0,'3','','p_vakTVIV14iUi7G14EE1_','c14',1794871692923);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',19,'move',1,'3','','p_vakTVIV14iUi7G14EE1_','c15',1794871692932);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',20,'move',0,'1','','p_vakTVIV14iUi7G14EE1_','c16',1794871692951);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',21,'move',1,'2','','p_vakTVIV14iUi7G14EE1_','c17',1794871692969);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',22,'move',0,'4','','p_vakTVIV14iUi7G14EE1_','c18',1794871692980);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',23,'move',1,'3','','p_vakTVIV14iUi7G14EE1_','c19',1794871692991);
INSERT INTO "entries" VALUES('snm0QfiYGpM1EfIrU4b3rA',1,'join',0,'Anna 2','2E1KRZz0ypH2GN-SAtlaRg','p_vakTVIV14iUi7G14EE1_',NULL,1794871693000);
INSERT INTO "entries" VALUES('snm0QfiYGpM1EfIrU4b3rA',2,'join',1,'Anna','OqiboAIErYS2UOQs6nr5Dw','p_vakTVIV14iUi7G14EE1_',NULL,1794871693000);
INSERT INTO "entries" VALUES('snm0QfiYGpM1EfIrU4b3rA',3,'start',NULL,'','',NULL,NULL,1794871693000);
INSERT INTO "entries" VALUES('NppTzM0qs48AcpCOseh_cg',24,'rematch',0,'snm0QfiYGpM1EfIrU4b3rA','','p_vakTVIV14iUi7G14EE1_','c20',1794871693000);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',1,'join',0,'Anna','3ruRm0pRtOqOagr39DbixA','p_vakTVIV14iUi7G14EE1_',NULL,1794871693043);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',2,'join',1,'Bö 2','AAxa3vxSXT6Cx4tzD1KBkA','p_uO31-UvlqGm5um3nbd10','c21',1794871693067);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',3,'start',NULL,'','','p_vakTVIV14iUi7G14EE1_','c22',1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',4,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',5,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',6,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',7,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',8,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',9,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',10,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',11,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',12,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',13,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',14,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',15,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',16,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',17,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',18,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',19,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',20,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',21,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',22,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',23,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',24,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',25,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',26,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',27,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',28,'move',8,'4','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',29,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',30,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',31,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',32,'move',8,'3','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',33,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',34,'move',8,'1','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',35,'move',8,'2','',NULL,NULL,1794871693115);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',36,'chat',0,'hello','phrase','p_vakTVIV14iUi7G14EE1_','c23',1794871693165);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',37,'chat',1,'Grüß dich!','text','p_uO31-UvlqGm5um3nbd10','c24',1794871693182);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',38,'help',0,'warn','','p_vakTVIV14iUi7G14EE1_','c25',1794871693203);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',39,'hint',0,'','','p_vakTVIV14iUi7G14EE1_',NULL,1794871697847);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',40,'move',0,'d1-h1','','p_vakTVIV14iUi7G14EE1_','c27',1794871697863);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',41,'take_back',0,'','','p_vakTVIV14iUi7G14EE1_','c28',1794871697874);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',42,'move',0,'h1-h3','','p_vakTVIV14iUi7G14EE1_','c29',1794871697885);
INSERT INTO "entries" VALUES('bm2oLQCejI16iYUh5SlA4Q',43,'move',1,'a1-b1','','p_uO31-UvlqGm5um3nbd10','c30',1794871697928);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',1,'join',0,'Anna','4iDIz1puk_PdulJ9oiQy8w','p_vakTVIV14iUi7G14EE1_',NULL,1794871697994);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',2,'join',1,'Bö 2','KdQhg28NzrCfzPefZbu4dw','p_uO31-UvlqGm5um3nbd10','c31',1794871698041);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',3,'bot',2,'easy','Ada','p_vakTVIV14iUi7G14EE1_','c32',1794871698053);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',4,'start',NULL,'','','p_vakTVIV14iUi7G14EE1_','c33',1794871698101);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',5,'move',8,'quick','',NULL,NULL,1794871698101);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',6,'move',8,'next','',NULL,NULL,1794871698101);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',7,'move',8,'next','',NULL,NULL,1794871698101);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',8,'move',8,'next','',NULL,NULL,1794871698101);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',9,'move',8,'next','',NULL,NULL,1794871698101);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',10,'move',8,'again','',NULL,NULL,1794871698101);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',11,'move',0,'@0','','p_vakTVIV14iUi7G14EE1_','c34',1794871698159);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',12,'move',0,'0','',NULL,NULL,1794871698192);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',13,'move',1,'0','',NULL,NULL,1794871698192);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',14,'move',2,'0','',NULL,NULL,1794871698192);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',15,'move',0,'pass','',NULL,NULL,1794871698207);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',16,'move',1,'pass','',NULL,NULL,1794871698207);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',17,'move',2,'pass','',NULL,NULL,1794871698207);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',18,'move',8,'pow','',NULL,NULL,1794871698207);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',19,'move',0,'pass','',NULL,NULL,1794871698223);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',20,'move',1,'pass','',NULL,NULL,1794871698223);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',21,'move',2,'pass','',NULL,NULL,1794871698223);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',22,'move',0,'0','',NULL,NULL,1794871698243);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',23,'move',1,'0','',NULL,NULL,1794871698243);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',24,'move',2,'0','',NULL,NULL,1794871698243);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',25,'move',0,'pass','',NULL,NULL,1794871698250);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',26,'move',1,'pass','',NULL,NULL,1794871698250);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',27,'move',2,'pass','',NULL,NULL,1794871698250);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',28,'move',8,'pow','',NULL,NULL,1794871698250);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',29,'move',0,'pass','',NULL,NULL,1794871698259);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',30,'move',1,'pass','',NULL,NULL,1794871698259);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',31,'move',2,'pass','',NULL,NULL,1794871698259);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',32,'move',0,'0','',NULL,NULL,1794871698268);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',33,'move',1,'0','',NULL,NULL,1794871698268);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',34,'move',2,'0','',NULL,NULL,1794871698268);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',35,'move',0,'pass','',NULL,NULL,1794871698279);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',36,'move',1,'pass','',NULL,NULL,1794871698279);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',37,'move',2,'pass','',NULL,NULL,1794871698279);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',38,'move',8,'pow','',NULL,NULL,1794871698279);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',39,'move',0,'pass','',NULL,NULL,1794871698288);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',40,'move',1,'pass','',NULL,NULL,1794871698288);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',41,'move',2,'pass','',NULL,NULL,1794871698288);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',42,'move',0,'0','',NULL,NULL,1794871698299);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',43,'move',1,'0','',NULL,NULL,1794871698299);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',44,'move',2,'0','',NULL,NULL,1794871698299);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',45,'move',0,'pass','',NULL,NULL,1794871698311);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',46,'move',1,'pass','',NULL,NULL,1794871698311);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',47,'move',2,'pass','',NULL,NULL,1794871698311);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',48,'move',8,'trick','',NULL,NULL,1794871698311);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',49,'bot',0,'easy','Bruno','p_vakTVIV14iUi7G14EE1_','c46',1794871698320);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',50,'back',0,'','','p_vakTVIV14iUi7G14EE1_','c47',1794871698329);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',51,'leave',1,'','','p_uO31-UvlqGm5um3nbd10','c48',1794871698343);
INSERT INTO "entries" VALUES('4TlCrld_Xzy6-K213UGbyg',52,'choice',2,'pass','',NULL,NULL,1794871698351);
CREATE TABLE guests (
	person VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (person, table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "guests" VALUES('p_vakTVIV14iUi7G14EE1_','NppTzM0qs48AcpCOseh_cg');
INSERT INTO "guests" VALUES('p_vakTVIV14iUi7G14EE1_','snm0QfiYGpM1EfIrU4b3rA');
INSERT INTO "guests" VALUES('p_vakTVIV14iUi7G14EE1_','bm2oLQCejI16iYUh5SlA4Q');
INSERT INTO "guests" VALUES('p_uO31-UvlqGm5um3nbd10','bm2oLQCejI16iYUh5SlA4Q');
INSERT INTO "guests" VALUES('p_vakTVIV14iUi7G14EE1_','4TlCrld_Xzy6-K213UGbyg');
INSERT INTO "guests" VALUES('p_uO31-UvlqGm5um3nbd10','4TlCrld_Xzy6-K213UGbyg');
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies','ad178e7bd557f479875b658570397635f1f7b552f999e31e03c71a970554e60e');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	facts TEXT NOT NULL, 
	phase VARCHAR(8) NOT NULL, 
	public BOOLEAN NOT NULL, 
	changed BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('NppTzM0qs48AcpCOseh_cg','{"id":"NppTzM0qs48AcpCOseh_cg","game":"number_poker","seats":2,"options":{},"kit":null,"pace":{},"name":"","companion":false,"public":false,"child_safe":false,"clock":false,"creator":"p_vakTVIV14iUi7G14EE1_","seed":"cc2eeccb7077b553c1bf2d019859c48d9b6a6e96ee0a7c857cde0317854d9d21","created":1794871692742,"hints":false,"beginning":[]}','over',0,1794871692991);
INSERT INTO "tables" VALUES('snm0QfiYGpM1EfIrU4b3rA','{"id":"snm0QfiYGpM1EfIrU4b3rA","game":"number_poker","seats":2,"options":{},"kit":null,"pace":{},"name":"","companion":false,"public":false,"child_safe":false,"clock":false,"creator":"p_vakTVIV14iUi7G14EE1_","seed":"32531e4f363a6db7f5c162640b6099595030f9e6dc7052c93f4e2fea3133fda4","created":1794871693000,"hints":false,"beginning":[]}','playing',0,1794871693000);
INSERT INTO "tables" VALUES('bm2oLQCejI16iYUh5SlA4Q','{"id":"bm2oLQCejI16iYUh5SlA4Q","game":"torris","seats":2,"options":{},"kit":null,"pace":{},"name":"Torris & Tee","companion":false,"public":false,"child_safe":false,"clock":false,"creator":"p_vakTVIV14iUi7G14EE1_","seed":"513fe4daaa07b52938635283ac478ff3552421988fd934dae0e849584bf58684","created":1794871693043,"hints":true,"beginning":[]}','playing',0,1794871693115);
INSERT INTO "tables" VALUES('4TlCrld_Xzy6-K213UGbyg','{"id":"4TlCrld_Xzy6-K213UGbyg","game":"squid","seats":3,"options":{"characters":3,"layout":"even"},"kit":null,"pace":{"vote_seconds":8,"reaction_seconds":6},"name":"","companion":false,"public":true,"child_safe":false,"clock":true,"creator":"p_vakTVIV14iUi7G14EE1_","seed":"d06ed448cd58bd4405d76645e815c837554273e7f0a452f0a86781037ff8eb06","created":1794871697994,"hints":false,"beginning":[]}','playing',1,1794871698101);
CREATE INDEX tables_public ON tables (public, phase, changed);
COMMIT;
